import { type PromotionState, promotionStateLabels, promotionStates } from '#contract/promotion-state.ts'
import { useUrlParam } from '#web/shared/use-url-param.ts'
import { useUrlSearch } from '#web/shared/use-url-search.ts'

export type PromotionFilter = ReturnType<typeof usePromotionFilter>

/** What the list is narrowed to. It lives in the URL. */
export function usePromotionFilter() {
  const { text, term, setText } = useUrlSearch('search')
  const [stateParam, setStateParam] = useUrlParam('state')
  const [, setTerm] = useUrlParam('search')
  const state = promotionStates.find((one) => one === stateParam)

  return {
    text,
    term,
    setText,
    state,
    setState: (next: PromotionState | null) => setStateParam(next),
    /** Such as “fall” and the state Active; empty where everything is shown. */
    description: [term && `“${term}”`, state && `the state ${promotionStateLabels[state]}`]
      .filter(Boolean)
      .join(' and '),
    clear: () => {
      // Also forgets what was typed but is not in the address yet.
      setText('')
      setTerm(null)
      setStateParam(null)
    },
  }
}
