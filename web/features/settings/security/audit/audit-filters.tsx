import { actorTypeLabels, actorTypes, type AuditFilter, auditResources } from '#contract/audit.ts'
import { readDay } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import { DayRange } from '#web/shared/list/day-range.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { currentParams, useUrlParams, useUrlSearch } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { resourceLabels } from './labels.ts'

const everything = 'all'

const toFilterValue = (value: string) => (value === everything ? null : value)

const resourceOptions = [
  { value: everything, label: t('Everything') },
  ...auditResources
    .map((resource) => ({ value: resource, label: resourceLabels[resource] }))
    .toSorted((one, other) => one.label.localeCompare(other.label)),
]

const actorOptions = [
  { value: everything, label: t('Anyone') },
  ...actorTypes.map((type) => ({ value: type, label: actorTypeLabels[type] })),
]

export function AuditFilters({ filtering }: { filtering: AuditFilterState }) {
  const { text, setText, filter, choose, isSet, clear } = filtering
  return (
    <div className="grid grid-cols-2 gap-2 px-4 pb-4 md:px-5 xl:grid-cols-[1fr_1fr_1fr_1fr_auto]">
      <SearchBox
        label={t('Search the audit log')}
        placeholder={t('Search by person, action or ID')}
        text={text}
        onTextChange={setText}
        className="col-span-full"
      />
      <div className="min-w-0">
        <Select
          aria-label={t('Record type')}
          options={resourceOptions}
          value={filter.resource ?? everything}
          onValueChange={(resource) => choose({ resource: toFilterValue(resource) })}
        />
      </div>
      <div className="min-w-0">
        <Select
          aria-label={t('Done by')}
          options={actorOptions}
          value={filter.actorType ?? everything}
          onValueChange={(actorType) => choose({ actorType: toFilterValue(actorType) })}
        />
      </div>
      <DayRange from={filter.from} to={filter.to} onChange={choose} />
      <Button
        aria-disabled={!isSet}
        onClick={clear}
        className="col-span-full justify-self-end xl:col-span-1 xl:self-center"
      >
        {t('Clear Filters')}
      </Button>
    </div>
  )
}

/** The log is searched by people's names. */
const typedNames = ['search']

const fieldNames = ['search', 'resource', 'actorType', 'from', 'to'] as const

type Choices = Partial<Record<(typeof fieldNames)[number], string | null>>

type AuditFilterState = ReturnType<typeof useAuditFilter>

/** Filters of the audit log, kept in the URL. */
export function useAuditFilter() {
  const { text, setText } = useUrlSearch('search', typedNames)
  const [params, setParams] = useUrlParams(typedNames)
  const filter = readFilter(params)

  function choose(choices: Choices) {
    const next = currentParams(typedNames)
    for (const [name, value] of Object.entries(choices)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  return {
    text,
    setText,
    filter,
    choose,
    isSet: Boolean(text) || Object.keys(filter).length > 0,
    clear: () => {
      // Also drops text that is typed but not in the URL yet (debounced).
      setText('')
      choose(Object.fromEntries(fieldNames.map((name) => [name, null])))
    },
  }
}

/** Valid filters only, without undefined keys, so that equal filters make equal query keys. */
function readFilter(params: URLSearchParams): AuditFilter {
  const search = params.get('search')?.trim()
  const resource = auditResources.find((one) => one === params.get('resource'))
  const actorType = actorTypes.find((one) => one === params.get('actorType'))
  const from = readDay(params.get('from'))
  const to = readDay(params.get('to'))
  return {
    ...(search && { search }),
    ...(resource && { resource }),
    ...(actorType && { actorType }),
    ...(from && { from }),
    ...(to && { to }),
  }
}
