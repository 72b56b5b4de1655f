import type { Props } from "@theme/TabItem";

/** Only carries its props; `Tabs` draws it. */
export default function TabItem({ children }: Props) {
  return <>{children}</>;
}
