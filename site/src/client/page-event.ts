import type { ClientModule } from "@docusaurus/types";

/** Tells the early script that another page is shown; it knows nothing of the router. */
export const onRouteDidUpdate: ClientModule["onRouteDidUpdate"] = ({ location, previousLocation }) => {
  if (previousLocation && location.pathname !== previousLocation.pathname) dispatchEvent(new Event("toolhaven:page"));
};
