import type { ChosenItems } from '#contract/fulfillment.ts'
import { useDebounced } from '../../use-debounced.ts'
import { usePreview } from '../api.ts'

type Asked = { orderId: string; items: ChosenItems | undefined; isWanted: boolean }
export type SpeedPreviews = ReturnType<typeof useSpeedPreviews>

/** What Amazon asks and promises for the chosen units; while they are still being chosen, nothing is known. */
export function useSpeedPreviews({ orderId, items, isWanted }: Asked) {
  const chosen = JSON.stringify({ items, isWanted })
  const settled = useDebounced(chosen)
  const isSettled = settled === chosen
  const { data, error, isFetching, refetch } = usePreview(orderId, items, isWanted && isSettled)
  return {
    speeds: isWanted && isSettled ? data : undefined,
    error: isWanted && isSettled ? error : null,
    isAsking: isWanted && (!isSettled || isFetching),
    isWanted,
    askAgain: () => void refetch(),
  }
}
