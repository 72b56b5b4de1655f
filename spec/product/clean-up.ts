import { afterAll } from "vitest";
import { endDaemons } from "./daemon.ts";

// Runs after every product test file, whatever became of its tests.
afterAll(endDaemons);
