import { mount } from "svelte";
import "./tokens.css";
import "./base.css";
import { game } from "./game.svelte";
import App from "./view/App.svelte";

const target = document.getElementById("page");
if (target) void game.ready.then(() => mount(App, { target }));
