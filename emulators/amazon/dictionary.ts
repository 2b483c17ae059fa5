/** Has nothing that nobody put there: in a plain object something is found under `constructor`. */
const bare = Object.freeze(Object.create(null)) as object

/** What is found by names that come from outside, whatever they are. */
export const emptyDictionary = <Entry>() => Object.create(bare) as Record<string, Entry>

export function dictionaryOf<Entry>(entries: Iterable<readonly [string, Entry]>): Record<string, Entry> {
  const dictionary = emptyDictionary<Entry>()
  for (const [name, entry] of entries) dictionary[name] = entry
  return dictionary
}
