import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SERVER = "127.0.0.1:8000";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/puntobanco/server/page",
    emptyOutDir: true,
    assetsDir: "assets",
    // Data addresses and module preloading would both want a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  server: {
    proxy: {
      "/api": { target: `http://${SERVER}` },
      "/ws": { target: `ws://${SERVER}`, ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
