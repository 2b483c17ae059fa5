import type { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { TwoWayDrawer } from '#web/shared/two-way/two-way-drawer.tsx'
import { ChangesToReviewDrawer } from './notable-changes-drawer.tsx'
import { changesToReview } from './notables.ts'

/** What two-way syncs changed: of one of them by its id, or of all of them only what wants a look. */
export function ChangesDetail({ detail }: { detail: ReturnType<typeof useUrlDetail> }) {
  const { id, inside, swap, close, choose } = detail
  const notable = changesToReview.find(({ only }) => only === id)
  if (notable) return <ChangesToReviewDrawer notable={notable} onClose={close} />
  return id && <TwoWayDrawer address={id} only={inside} onOnlyChange={choose} onStarted={swap} onClose={close} />
}
