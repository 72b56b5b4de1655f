import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PRODUCT } from "@toolhaven/contract/product";
import { openBrowser } from "../testing/browser.ts";

// Draws static/img/social-card.png from card.html. The picture is committed, so that a build needs no browser; run
// this after a change: tsx site/social/draw.ts
const address = pathToFileURL(join(import.meta.dirname, "card.html"));
address.searchParams.set("name", PRODUCT.name);
address.searchParams.set("tagline", PRODUCT.tagline);

const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.goto(address.href);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: join(import.meta.dirname, "../static/img/social-card.png") });
await browser.close();
