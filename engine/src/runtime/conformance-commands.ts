const sh = (script: string): readonly string[] => ["sh", "-c", script];

/** What the rules run. They need a shell and Node in the image; a driver without containers acts them out. */
export const COMMANDS = {
  /** Gives back what it is told, until stdin ends. */
  echo: sh("echo ready; exec cat"),
  /** Numbers what it is told, to show that it is still the same process. */
  count: sh('n=0; while read -r line; do n=$((n + 1)); echo "$n $line"; done'),
  crash: sh("echo failing >&2; exit 3"),
  /** Does something of its own when asked to stop. */
  polite: sh("trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.1; done"),
  stubborn: sh("trap '' TERM; echo ready; while :; do sleep 0.1; done"),
  /** A line and a half at a time, on both streams. */
  pieces: sh("printf 'one, '; sleep 0.2; echo warn >&2; sleep 0.2; printf 'two\\nthree'; sleep 0.2; echo ', four'"),
  /** One line on stdout, one on stderr, one on stdout. */
  turns: sh("echo one; sleep 0.2; echo ' two' >&2; sleep 0.2; echo three"),
  /** Twenty numbered lines. */
  lines: sh("i=0; while [ $i -lt 20 ]; do i=$((i + 1)); echo line $i; done"),
  /** 3,000,000 times the letter x. */
  flood: sh("head -c 3000000 /dev/zero | tr '\\000' x"),
  /** Reads 4,000,000 bytes, but not at once, and says how many it got. */
  lateReader: sh("sleep 1; head -c 4000000 | wc -c"),
  greet: sh('echo "$GREETING"'),
  /** Answers `hello` on port 8080. */
  http: [
    "node",
    "-e",
    "require('http').createServer((_, answer) => answer.end('hello')).listen(8080, () => console.log('ready'))",
  ],
  /** Shows what a build left in its image. */
  note: ["cat", "/note"],
  missing: ["no-such-command"],
} as const satisfies Record<string, readonly string[]>;
