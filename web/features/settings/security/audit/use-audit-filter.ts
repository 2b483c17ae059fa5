import { useSearchParams } from 'wouter'
import { actorTypes, type AuditFilter, auditResources } from '#contract/audit.ts'
import { readDay } from '#contract/fields.ts'
import { useUrlSearch } from '#web/shared/use-url-search.ts'

const fieldNames = ['search', 'resource', 'actorType', 'from', 'to'] as const
type Choices = Partial<Record<(typeof fieldNames)[number], string | null>>

export type AuditFilterState = ReturnType<typeof useAuditFilter>

/** What the log is narrowed to. It lives in the URL. */
export function useAuditFilter() {
  const { text, setText } = useUrlSearch('search')
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params)

  function choose(choices: Choices) {
    // The address itself, not the last render's: the search box may have written to it a moment ago.
    const next = new URLSearchParams(window.location.search)
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
      // Also forgets what was typed but is not in the address yet.
      setText('')
      choose(Object.fromEntries(fieldNames.map((name) => [name, null])))
    },
  }
}

/** Only what was chosen and exists, so that equal filters are equal objects. */
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
