import type { ChosenItems } from '#contract/fulfillment.ts'
import { useDebounced } from '../../use-debounced.ts'
import { usePreview } from '../api.ts'

type PreviewRequest = { orderId: string; items: ChosenItems | undefined; isWanted: boolean }
export type SpeedPreviews = ReturnType<typeof useSpeedPreviews>

/** What Amazon asks and promises for the chosen units; while they are still being chosen, nothing is known. */
export function useSpeedPreviews({ orderId, items, isWanted }: PreviewRequest) {
  const chosen = JSON.stringify({ items, isWanted })
  const debounced = useDebounced(chosen)
  const isDebounced = debounced === chosen
  const { data, error, isFetching, refetch } = usePreview(orderId, items, isWanted && isDebounced)
  return {
    speeds: isWanted && isDebounced ? data : undefined,
    error: isWanted && isDebounced ? error : null,
    isAsking: isWanted && (!isDebounced || isFetching),
    isWanted,
    askAgain: () => void refetch(),
  }
}
