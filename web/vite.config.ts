import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { chunkOf } from "./vite.chunks.ts";

const SOURCES = fileURLToPath(new URL("src/", import.meta.url));
const SERVER = "127.0.0.1:8000";

// `vite build --mode gallery` builds the developers' gallery beside the page, never into it.
export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: mode === "gallery" ? "../build/gallery" : "../src/puntobanco/server/page",
    rolldownOptions: {
      input: mode === "gallery" ? "gallery.html" : "index.html",
      output: {
        codeSplitting: mode === "gallery" || {
          groups: [{ name: chunkOf(SOURCES) }],
          includeDependenciesRecursively: false,
        },
      },
    },
    emptyOutDir: true,
    assetsDir: "assets",
    // Data addresses and the polyfill of module preloading would both want a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": { target: `http://${SERVER}` },
      "/ws": { target: `ws://${SERVER}`, ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts"] },
}));
