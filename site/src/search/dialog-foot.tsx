import { Icon, type IconName } from "./icons.tsx";
import { STRINGS } from "./strings.ts";

/** Which keys do what. */
export function DialogFoot({ isAsking }: { isAsking: boolean }) {
  return (
    <ul className="sd-foot">
      {isAsking ? (
        <li>
          <Key icon="enter" name={STRINGS.enterKey} /> {STRINGS.submit}
        </li>
      ) : (
        <>
          <li>
            <Key icon="down" name={STRINGS.arrowDown} /> <Key icon="up" name={STRINGS.arrowUp} /> {STRINGS.navigate}
          </li>
          <li>
            <Key icon="enter" name={STRINGS.enterKey} /> {STRINGS.select}
          </li>
        </>
      )}
      <li>
        <kbd aria-label={STRINGS.escapeKey}>ESC</kbd> {isAsking ? STRINGS.backToSearch : STRINGS.close}
      </li>
    </ul>
  );
}

function Key({ icon, name }: { icon: IconName; name: string }) {
  return (
    <kbd>
      <Icon name={icon} />
      <span className="sd-hidden">{name}</span>
    </kbd>
  );
}
