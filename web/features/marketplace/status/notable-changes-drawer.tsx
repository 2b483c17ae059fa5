import { useListingChanges } from '#web/shared/two-way/api.ts'
import { ChangeList } from '#web/shared/two-way/change-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ChangesToReview } from './notables.ts'

type ChangesToReviewDrawerProps = { notable: ChangesToReview; onClose: () => void }

export function ChangesToReviewDrawer({ notable: { only, title, about }, onClose }: ChangesToReviewDrawerProps) {
  const changes = useListingChanges({ only })
  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={title}>
      <p className="px-4 pb-3 text-muted">{about}</p>
      <div className="border-t">
        <ChangeList changes={changes} hasOutcome isDated empty={<EmptyState>There are none.</EmptyState>} />
      </div>
    </Drawer>
  )
}
