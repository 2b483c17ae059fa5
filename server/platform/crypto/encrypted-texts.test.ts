import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { companyPlaces, platformPlaces } from './encrypted-texts.ts'

const inventory = readFileSync(join(import.meta.dirname, '../../../docs/data-inventory.md'), 'utf8')

/** Columns of which the inventory says that they are sealed, or that something in them is. */
function sealedInInventory(): string[] {
  return inventory
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const table = section.slice(0, section.indexOf('\n'))
      return [...section.matchAll(/^\| `(\w+)` +\|.*\bsealed\b/gm)].map((match) => `${table}.${match[1]}`)
    })
}

it('every encrypted column of the data inventory is known to the key rotation', () => {
  const known = [...companyPlaces, ...platformPlaces].map(({ name }) => name)
  expect(known.length).toBeGreaterThan(15)
  expect(sealedInInventory().sort()).toEqual(known.sort())
})
