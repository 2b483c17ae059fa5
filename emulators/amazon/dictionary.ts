/** A frozen prototype without properties: in a plain object, `constructor` would be found. */
const bare = Object.freeze(Object.create(null)) as object

/** A dictionary whose keys come from outside and may be any text. */
export const emptyDictionary = <Entry>() => Object.create(bare) as Record<string, Entry>

export function dictionaryOf<Entry>(entries: Iterable<readonly [string, Entry]>): Record<string, Entry> {
  const dictionary = emptyDictionary<Entry>()
  for (const [name, entry] of entries) dictionary[name] = entry
  return dictionary
}
