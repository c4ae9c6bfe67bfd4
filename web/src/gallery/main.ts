// The developers' entry: `?scene=NAME` shows the page in that state, none shows every part and the list of scenes.
import { mount, tick } from "svelte";
import "../tokens.css";
import "../base.css";
import { BEATS } from "./round";
import { SCENES } from "./scenes";
import { Stage } from "./stage";

const target = document.getElementById("page");
const name = new URLSearchParams(location.search).get("scene");

/** What tools and tests may ask of a scene. */
export interface Told {
  scenes: string[];
  beats: string[];
  beat: (at: number) => void;
  stage: Stage;
}

async function show(): Promise<void> {
  if (!target) return;
  const scene = SCENES[name ?? ""] ?? {};
  const stage = new Stage(scene);
  stage.install();
  const beats = scene.beats ?? BEATS;
  const beat = (at: number) => beats[at]?.happens(stage);
  Object.assign(window, {
    told: { scenes: Object.keys(SCENES), beats: beats.map((one) => one.name), beat, stage } satisfies Told,
  });
  if (!scene.guide) localStorage.setItem("puntobanco.guide", "done");
  else localStorage.removeItem("puntobanco.guide");
  if (scene.at) location.replace(scene.at);
  if (name === null) {
    const [{ default: Gallery }, { game }] = await Promise.all([
      import("./Gallery.svelte"),
      import("../state/game.svelte"),
    ]);
    await game.ready;
    mount(Gallery, { target });
  } else {
    const [{ default: App }, { game }, { frame }] = await Promise.all([
      import("../frame/App.svelte"),
      import("../state/game.svelte"),
      import("../frame/frame.svelte"),
    ]);
    game.client.now = () => stage.now();
    await game.ready;
    await game.ready;
    mount(App, { target });
    game.now = stage.now();
    if (scene.acts) await once(() => (scene.at ? game.state.table : game.state.lobby) !== null);
    scene.acts?.(game, stage);
    frame.helpOpen = scene.sheet === "help";
    frame.youOpen = scene.sheet === "you";
    frame.alertsOpen = scene.sheet === "alerts";
    if (scene.guide || scene.sheet) await once(() => document.querySelector(".guide, dialog") !== null);
  }
  await tick();
  document.documentElement.dataset.shown = name ?? "gallery";
}

async function once(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((go) => setTimeout(go, 5));
}

void show();
