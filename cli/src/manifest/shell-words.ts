/** The words of an example as a shell reads them: quotes group, `<` and what follows feeds stdin. */
export function words(line: string): string[] {
  const found = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain!,
  );
  const redirect = found.indexOf("<");
  return redirect < 0 ? found : found.slice(0, redirect);
}
