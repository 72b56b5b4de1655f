/**
 * Collects cleanups and runs them in reverse order, once, even when some fail.
 * Stands in for AsyncDisposableStack, which Node 20 does not have.
 */
export class Scope implements AsyncDisposable {
  #cleanups: Array<() => unknown> = [];

  use<T extends AsyncDisposable | Disposable>(resource: T): T {
    this.defer(() => (Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose]()));
    return resource;
  }

  defer(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup);
  }

  /** Hands every cleanup to a new owner; this scope then disposes nothing. */
  release(): Scope {
    const heir = new Scope();
    heir.#cleanups = this.#cleanups.splice(0);
    return heir;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    // One at a time from the end: a cleanup that defers another gets that one run too.
    for (let cleanup = this.#cleanups.pop(); cleanup; cleanup = this.#cleanups.pop()) {
      try {
        await cleanup();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} cleanups failed`);
  }
}
