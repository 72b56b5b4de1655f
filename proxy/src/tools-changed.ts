/** `subscription`: the raw id of the request that asked to hear of it (revision 2026-07-28). */
export function toolsChangedMessage(subscription?: string): Buffer {
  const meta = `,"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":${subscription}}}`;
  const params = subscription === undefined ? "" : meta;
  return Buffer.from(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"${params}}`, "latin1");
}
