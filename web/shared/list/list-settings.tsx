import Columns3 from 'lucide-react/icons/columns-3'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Table2 from 'lucide-react/icons/table-2'
import { useEffect, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { tableWidth, useMedia } from '#web/lib/media.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheck,
  DropdownMenuChoice,
  DropdownMenuChoices,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '#web/ui/dropdown-menu.tsx'
import { IconChoices } from '#web/ui/icon-choices.tsx'
import { preloadTable } from './list-table.tsx'
import type { Density } from './table-view.tsx'

/** A column as the chooser knows it. The first column identifies the row and can't be hidden, nor can columns without a visible header. */
type ChoosableColumn = { id: string; header: string; isHeaderHidden?: boolean; isHiddenAtFirst?: boolean }

/** What a person has chosen; null and absent columns mean the default. */
type StoredSettings = { view: 'cards' | 'table' | null; density: Density; columns: Record<string, boolean> }

export type ListSettings<Column extends ChoosableColumn> = ReturnType<typeof useListSettings<Column>>

/**
 * How a person wants to see a list: as cards or as a table, which columns, how dense. Kept in a cookie per list and person, because
 * signing out clears the browser's storage and not its cookies.
 * A phone always shows cards. `columns` must be a constant, so that the rows of the table are not rendered again without need.
 */
export function useListSettings<Column extends ChoosableColumn>(
  listName: string,
  columns: readonly Column[],
  viewAtFirst: 'cards' | 'table' = 'cards',
) {
  const { id } = useCurrentUser()
  const name = listCookie(listName, id)
  const [settings, setSettings] = useState(() => readSettings(name))
  const isWide = useMedia(tableWidth)
  const view = settings.view ?? viewAtFirst
  const isTable = isWide && view === 'table'

  useEffect(() => {
    if (isTable) preloadTable()
  }, [isTable])

  function change(changes: Partial<StoredSettings>) {
    const next = { ...settings, ...changes }
    setSettings(next)
    document.cookie = `${name}=${encodeURIComponent(JSON.stringify(next))}; path=/; samesite=lax; max-age=${oneYear}`
  }

  const isShown = ({ id: column, isHiddenAtFirst = false }: ChoosableColumn) =>
    settings.columns[column] ?? !isHiddenAtFirst

  return {
    /** Whether the table is shown on this screen. */
    isTable,
    view,
    density: settings.density,
    columns,
    shownColumns: columns.filter((column, place) => place === 0 || isShown(column)),
    isShown,
    setView: (next: 'cards' | 'table') => change({ view: next }),
    setDensity: (density: Density) => change({ density }),
    setShown: (column: string, isOn: boolean) => change({ columns: { ...settings.columns, [column]: isOn } }),
    reset: () => change({ density: 'comfortable', columns: {} }),
  }
}

const oneYear = 31_536_000

export const listCookie = (listName: string, userId: string): string => `lockstep_list_${listName}_${userId}`

/** Unreadable or older settings count as none. */
function readSettings(name: string): StoredSettings {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  const stored = parsed(cookie?.slice(name.length + 1))
  const columns = 'columns' in stored && stored.columns instanceof Object ? Object.entries(stored.columns) : []
  return {
    view: 'view' in stored && (stored.view === 'cards' || stored.view === 'table') ? stored.view : null,
    density: 'density' in stored && stored.density === 'compact' ? 'compact' : 'comfortable',
    columns: Object.fromEntries(columns.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')),
  }
}

function parsed(text = '{}'): object {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(text))
    return value instanceof Object ? value : {}
  } catch {
    return {}
  }
}

const views = [
  { value: 'cards', label: t('Cards'), Icon: LayoutGrid },
  { value: 'table', label: t('Table'), Icon: Table2 },
] as const

const densities = [
  { value: 'comfortable', label: t('Comfortable') },
  { value: 'compact', label: t('Compact') },
] as const

/** Cards or table, and what the table shows. Not on phones. */
export function ListSettingsBar<Column extends ChoosableColumn>({ settings }: { settings: ListSettings<Column> }) {
  const { view, setView, isTable } = settings
  return (
    <div className="hidden items-center gap-2 md:flex">
      {isTable && <TableMenu settings={settings} />}
      <IconChoices label={t('Show as')} choices={views} value={view} onValueChange={setView} />
    </div>
  )
}

/** Row height and visible columns. */
function TableMenu<Column extends ChoosableColumn>({ settings }: { settings: ListSettings<Column> }) {
  const { columns, density, setDensity, isShown, setShown, reset } = settings
  return (
    <DropdownMenu
      align="end"
      trigger={
        <Button size="small">
          <Columns3 aria-hidden />
          {t('Columns')}
        </Button>
      }
    >
      <DropdownMenuLabel>{t('Row height')}</DropdownMenuLabel>
      <DropdownMenuChoices
        value={density}
        onValueChange={(value) => setDensity(value === 'compact' ? 'compact' : 'comfortable')}
      >
        {densities.map(({ value, label }) => (
          <DropdownMenuChoice key={value} value={value} onSelect={(event) => event.preventDefault()}>
            {label}
          </DropdownMenuChoice>
        ))}
      </DropdownMenuChoices>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t('Columns')}</DropdownMenuLabel>
      {columns.slice(1).map(
        (column) =>
          !column.isHeaderHidden && (
            <DropdownMenuCheck
              key={column.id}
              checked={isShown(column)}
              onCheckedChange={(isOn) => setShown(column.id, isOn)}
            >
              {column.header}
            </DropdownMenuCheck>
          ),
      )}
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={reset}>{t('Reset to default')}</DropdownMenuItem>
    </DropdownMenu>
  )
}
