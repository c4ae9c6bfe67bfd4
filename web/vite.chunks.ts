// Which file of the built page a module is in. Left to itself the bundler makes a file of whatever two parts share; on a slow line a
// table would then wait for a dozen small files, six at a time.

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** The parts on the way to a table. What is not among them, or needed by them, is cut as the bundler likes. */
const PARTS = {
  first: ["main.ts"],
  // The guided round stands above the table and moves it: both come at once.
  table: ["felt/Table.svelte", "pages/Guide.svelte"],
  lobby: ["lobby/Lobby.svelte"],
  tells: ["frame/Tells.svelte"],
};

/**
 * Names the file of a module, for the sources in a folder: after the parts that need it, so that no part loads what it does not need. What
 * the first page needs is there for all.
 */
export function chunkOf(sources: string): (id: string, graph: Graph) => string | null {
  let needed: Map<string, Set<string>> | undefined;
  return (id, graph) => {
    needed ??= new Map(Object.entries(PARTS).map(([part, files]) => [part, neededBy(files, sources, graph)]));
    const parts = [...needed].filter(([, modules]) => modules.has(id)).map(([part]) => part);
    return parts.length === 0 ? null : parts.includes("first") ? "first" : parts.join("-");
  };
}

/** These modules and all that they cannot run without. */
function neededBy(files: readonly string[], sources: string, graph: Graph): Set<string> {
  const found = new Set<string>();
  const waiting = files.map((file) => sources + file);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
