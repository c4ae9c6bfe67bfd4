// Parts of the page that are fetched when they are wanted.

/**
 * A part that is asked for once, however many want it. What could not be had is asked for again, but where a style is missing: the
 * bundler's loader would take that for loaded, and the part would stand there without it. It then stays away until the page is loaded anew.
 */
export function part<P>(fetch: () => Promise<P>): () => Promise<P> {
  let asked: Promise<P> | null = null;
  return () => {
    asked ??= fetch().catch((failed: unknown) => {
      if (!String(failed).includes("preload CSS")) asked = null;
      throw failed;
    });
    return asked;
  };
}
