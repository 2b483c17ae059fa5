import SearchX from 'lucide-react/icons/search-x'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function NoSuchOrder({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState icon={<SearchX />} action={<Button onClick={onClose}>Back to the orders</Button>}>
      There is no such order in this company. The link may be incomplete, or belong to another company.
    </EmptyState>
  )
}
