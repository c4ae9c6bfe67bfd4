import { mount } from "svelte";
import "./tokens.css";
import "./base.css";
import App from "./frame/App.svelte";
import { game } from "./state/game.svelte";

const target = document.getElementById("page");
if (target) void game.ready.then(() => mount(App, { target }));
