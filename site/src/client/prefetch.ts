/** Files already asked for; pages share most of theirs. */
const asked = new Set<string>();
const queue: string[] = [];
let isDraining = false;

/** Takes the place of the engine's module of the same purpose: one request a file, none while there is work to do. */
// oxlint-disable-next-line import/no-default-export -- as the module that it replaces
export default async function prefetch(url: string): Promise<void> {
  if (asked.has(url)) return;
  asked.add(url);
  queue.push(url);
  if (isDraining) return;
  isDraining = true;
  await drain();
  isDraining = false;
}

async function drain(): Promise<void> {
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    await idle();
    await load(url);
  }
}

/** One at a time: a page with a hundred links must not crowd out what the reader asks for next. */
function load(url: string): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "prefetch";
    link.href = url;
    for (const end of ["load", "error"]) link.addEventListener(end, () => resolve());
    document.head.append(link);
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 50);
  });
}
