import { readAnswer, type Target } from '../harness/clients.ts'

/** A limit is honest when it gives the same answer: the same fields of the same rows in the same order, and the same total. */
export async function assertSameAnswer(ours: Target, thin: Target, path: string): Promise<void> {
  const [answer, peer] = [await readAnswer(ours, path), await readAnswer(thin, path)]
  const [expected, actual] = [inOneForm(answer), inOneForm(peer)]
  if (expected !== actual) throw new Error(`${path}: the thin server answers otherwise:\n${expected}\n${actual}`)
}

/** Whatever the order of the fields; moments are told in other digits. */
const inOneForm = (answer: object): string =>
  JSON.stringify(answer, (_key, value: unknown) => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value)
    const isRow = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isRow ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))) : value
  })
