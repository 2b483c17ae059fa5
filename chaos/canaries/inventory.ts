import { readFileSync } from 'node:fs'

type Kept = { column: string; how: string; long: string }

const text = readFileSync(new URL('../../docs/data-inventory.md', import.meta.url), 'utf8')

/** What `docs/data-inventory.md` says of each column that holds something personal or secret. */
const inventory: readonly Kept[] = text
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const table = section.slice(0, section.indexOf('\n'))
    const rows = [...section.matchAll(/^\| `(\w+)` *\|[^|]*\|([^|]*)\|([^|]*)\|$/gm)]
    return rows.map(([, column = '', how = '', long = '']) => ({
      column: `${table}.${column}`,
      how: how.trim(),
      long: long.trim(),
    }))
  })

/** Where names and what people write may stand in clear. From the log nothing is erased, so nothing may stand there. */
export const clearColumns: ReadonlySet<string> = new Set(
  inventory.filter(({ how, long }) => how.startsWith('clear') && long !== 'log').map(({ column }) => column),
)
