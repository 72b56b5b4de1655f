/** What an operator may want to know; never with message contents or session ids. */
export interface ProxyNotice {
  readonly level: "debug" | "info" | "warn";
  readonly text: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}

export interface Notices {
  send(notice: ProxyNotice): void;
  /** For what a broken or hostile peer can cause at any rate: per text, at most one in ten seconds gets through. */
  sendRarely(notice: ProxyNotice): void;
}

const EVERY_MS = 10_000;

export function createNotices(onNotice: (notice: ProxyNotice) => void): Notices {
  const heldBack = new Map<string, { since: number; count: number }>();

  return {
    send: onNotice,

    sendRarely(notice) {
      const now = Date.now();
      const held = heldBack.get(notice.text);
      if (held !== undefined && now - held.since < EVERY_MS) {
        held.count += 1;
        return;
      }
      heldBack.set(notice.text, { since: now, count: 0 });
      const count = held?.count ?? 0;
      onNotice(count === 0 ? notice : { ...notice, fields: { ...notice.fields, heldBack: count } });
    },
  };
}
