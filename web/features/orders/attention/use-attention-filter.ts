import { attentionActors, attentionCodes } from '#contract/order-status.ts'
import { useUrlParam } from '#web/shared/use-url-param.ts'

export type AttentionFiltering = ReturnType<typeof useAttentionFilter>

/** What the list is narrowed to. It lives in the URL; what does not exist counts for nothing. */
export function useAttentionFilter() {
  const [cause, chooseCause] = useUrlParam('cause')
  const [actor, chooseActor] = useUrlParam('who')
  const code = attentionCodes.find((one) => one === cause)
  const whoActs = attentionActors.find((one) => one === actor)
  const filter = { ...(code && { code }), ...(whoActs && { whoActs }) }

  function clear() {
    chooseCause(null)
    chooseActor(null)
  }

  return { filter, isNarrow: Boolean(code ?? whoActs), chooseCause, chooseActor, clear }
}
