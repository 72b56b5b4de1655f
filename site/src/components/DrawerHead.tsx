import { Brand } from "./Brand.tsx";
import { ModeButton } from "./ModeButton.tsx";

/** First row of a drawer: mark, colour mode, close. */
export function DrawerHead({ target }: { readonly target: string }) {
  return (
    <div className="drawer-head">
      <Brand />
      <ModeButton />
      <button
        type="button"
        className="icon-button"
        popoverTarget={target}
        popoverTargetAction="hide"
        aria-label="Close navigation bar"
      >
        <i className="icon icon-close" />
      </button>
    </div>
  );
}
