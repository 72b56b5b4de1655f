import type { AppError } from "@toolhaven/contract/errors";

/** For work that cannot be cancelled: its result is not waited for after the limit. */
export async function withLimit<T>(work: Promise<T>, ms: number, tooLate: () => AppError): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
