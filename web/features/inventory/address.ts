/** The query of the address with some of its fields set, or left out where there is nothing to say. */
export function withQueryParams(
  query: URLSearchParams | string,
  fields: Record<string, string | null>,
): URLSearchParams {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(fields)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}
