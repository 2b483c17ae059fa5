/** A query that can tell a comma between the values of a list from one inside a value: only the latter is encoded. */
export class Query extends URLSearchParams {
  readonly #lists: Map<string, string[]>

  constructor(encoded: string) {
    super(encoded)
    this.#lists = new Map(
      encoded.split('&').map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [decodeFormPart(name), value.join('=').split(',').map(decodeFormPart)]
      }),
    )
  }

  list(name: string): string[] {
    return this.#lists.get(name) ?? []
  }
}

/** As in a form, so that a plus is a space and a stray percent sign stays as it is. */
const decodeFormPart = (part: string) => new URLSearchParams(`part=${part}`).get('part') ?? ''
