import { cleanup, screen, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { chooseListSettings, onWideScreen, renderPiece } from '#web/testing/render.tsx'
import { ListSettingsBar, useListSettings } from './list-settings.tsx'
import { useListShortcuts } from './list-shortcuts.ts'
import { useSelection } from './selection.ts'
import { type ListColumn, nextSort, TableView } from './table-view.tsx'

type Parcel = { id: string; city: string; units: number }

const parcels: Parcel[] = [
  { id: 'p1', city: 'Austin', units: 3 },
  { id: 'p2', city: 'Boston', units: 1 },
  { id: 'p3', city: 'Chicago', units: 2 },
]

const columns: readonly ListColumn<Parcel>[] = [
  { id: 'id', header: 'Parcel', cell: ({ id }) => id },
  { id: 'city', header: 'City', cell: ({ city }) => city, isSortable: true },
  { id: 'units', header: 'Units', cell: ({ units }) => units, align: 'end', isSortable: true },
  { id: 'note', header: 'Note', cell: ({ id }) => `Note of ${id}`, isHiddenAtFirst: true },
  {
    id: 'menu',
    header: 'Actions',
    cell: ({ id }) => <button type="button">Menu of {id}</button>,
    isHeaderHidden: true,
  },
]

const nameOf = ({ id }: Parcel) => `parcel ${id}`

type ParcelsProps = { onOpen?: (id: string) => void; canSelect?: boolean }

function Parcels({ onOpen = () => undefined, canSelect = true }: ParcelsProps) {
  const settings = useListSettings('parcels', columns)
  const selection = useSelection(parcels, '')
  const [sort, setSort] = useState<string | undefined>()
  const list = useRef<HTMLTableSectionElement>(null)
  useListShortcuts({ list, onOpen, onToggle: selection.toggle, onSearch: () => undefined })
  return (
    <>
      <ListSettingsBar settings={settings} />
      <p>Sorted by {sort ?? 'default'}</p>
      <p>Selected {selection.rows.map(({ id }) => id).join()}</p>
      {settings.isTable ? (
        <TableView
          ref={list}
          caption="Parcels"
          columns={settings.shownColumns}
          rows={parcels}
          rowName={nameOf}
          density={settings.density}
          sort={sort}
          onSort={setSort}
          selection={canSelect ? selection : null}
          onOpen={onOpen}
        />
      ) : (
        <p>All parcels as cards</p>
      )}
    </>
  )
}

const asTable = async (props: ParcelsProps = {}, user = buildCurrentUser()) => {
  onWideScreen()
  const actor = await renderPiece(<Parcels {...props} />, { user })
  await actor.click(screen.getByRole('radio', { name: 'Table' }))
  return actor
}

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

it('a phone shows cards, even to a person who has chosen the table', async () => {
  const user = await renderPiece(<Parcels />)
  await user.click(screen.getByRole('radio', { name: 'Table' }))
  expect(screen.getByText('All parcels as cards')).toBeInTheDocument()
})

it('the chosen view, columns and row height are kept for this person only', async () => {
  const ana = buildCurrentUser()
  const user = await asTable({}, ana)
  expect(headers()).toEqual(['', 'Parcel', 'City', 'Units', 'Actions'])
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  expect(screen.getAllByRole('menuitemcheckbox').map(({ textContent }) => textContent)).toEqual([
    'City',
    'Units',
    'Note',
  ])
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'City' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Note' }))
  await user.click(screen.getByRole('menuitemradio', { name: 'Compact' }))
  await user.keyboard('{Escape}')
  expect(headers()).toEqual(['', 'Parcel', 'Units', 'Note', 'Actions'])

  cleanup()
  // As signing out does (Clear-Site-Data).
  localStorage.clear()
  const again = await renderPiece(<Parcels />, { user: ana })
  expect(headers()).toEqual(['', 'Parcel', 'Units', 'Note', 'Actions'])
  await again.click(screen.getByRole('button', { name: 'Columns' }))
  expect(screen.getByRole('menuitemradio', { name: 'Compact' })).toBeChecked()
  cleanup()
  await renderPiece(<Parcels />, { user: buildCurrentUser({ id: crypto.randomUUID() }) })
  expect(screen.getByText('All parcels as cards')).toBeInTheDocument()
})

it('the default comes back by one item of the menu', async () => {
  const user = await asTable()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'City' }))
  await user.click(screen.getByRole('menuitem', { name: 'Reset to default' }))
  expect(headers()).toEqual(['', 'Parcel', 'City', 'Units', 'Actions'])
})

it('unreadable settings count as none', async () => {
  const person = buildCurrentUser()
  chooseListSettings('parcels', person.id, '{"view": 7, "columns": ["city"]')
  onWideScreen()
  await renderPiece(<Parcels />, { user: person })
  expect(screen.getByText('All parcels as cards')).toBeInTheDocument()
})

it('a heading sorts, turns the order around, and gives the list its own order back', async () => {
  const user = await asTable()
  const city = () => screen.getByRole('columnheader', { name: 'City' })
  await user.click(within(city()).getByRole('button'))
  expect(screen.getByText('Sorted by city')).toBeInTheDocument()
  expect(city()).toHaveAttribute('aria-sort', 'ascending')
  await user.click(within(city()).getByRole('button'))
  expect(city()).toHaveAttribute('aria-sort', 'descending')
  await user.click(within(city()).getByRole('button'))
  expect(screen.getByText('Sorted by default')).toBeInTheDocument()
  expect(city()).not.toHaveAttribute('aria-sort')
})

it.each([
  ['numbers', { id: 'units', align: 'end' as const }, ['-units', 'units', undefined]],
  ['texts', { id: 'city' }, ['city', '-city', undefined]],
  ['times', { id: 'placed', isDescendingFirst: true }, ['-placed', 'placed', undefined]],
])('%s are sorted in their usual direction first', (_kind, column, [first, second, third]) => {
  expect(nextSort(column, 'other')).toBe(first)
  expect(nextSort(column, first)).toBe(second)
  expect(nextSort(column, second)).toBe(third)
})

it('a click on a row opens it, a click on a control in it does not', async () => {
  const onOpen = vi.fn<(id: string) => void>()
  const user = await asTable({ onOpen })
  await user.click(screen.getByRole('cell', { name: 'Boston' }))
  expect(onOpen.mock.calls).toEqual([['p2']])
  await user.click(screen.getByRole('button', { name: 'Menu of p3' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select parcel p3' }))
  expect(onOpen).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'p1' }))
  expect(onOpen.mock.calls).toEqual([['p2'], ['p1']])
})

it('keys move from row to row, select them, and open one', async () => {
  const onOpen = vi.fn<(id: string) => void>()
  const user = await asTable({ onOpen })
  screen.getByRole('radio', { name: 'Table' }).blur()
  await user.keyboard('jjxkX')
  expect(screen.getByRole('row', { name: /Austin/ })).toHaveFocus()
  expect(screen.getByText('Selected p1,p2')).toBeInTheDocument()
  await user.keyboard('j{Enter}')
  expect(onOpen.mock.calls).toEqual([['p2']])
})

it('the heading selects all rows and none', async () => {
  const user = await asTable()
  const all = screen.getByRole('checkbox', { name: 'Select all 3 shown' })
  await user.click(screen.getByRole('checkbox', { name: 'Select parcel p3' }))
  expect(all).toBePartiallyChecked()
  await user.click(all)
  expect(screen.getByText('Selected p1,p2,p3')).toBeInTheDocument()
  await user.click(all)
  expect(screen.getByText('Selected')).toBeInTheDocument()
})

it('has no boxes for roles that can’t change anything', async () => {
  await asTable({ canSelect: false })
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
})
