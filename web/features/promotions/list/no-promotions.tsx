import SearchX from 'lucide-react/icons/search-x'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CreatePromotionButton } from '../form/create-promotion-button.tsx'
import type { PromotionFilter } from './use-promotion-filter.ts'

export function NoPromotions({ filter: { description, clear } }: { filter: PromotionFilter }) {
  if (description) {
    return (
      <EmptyState icon={<SearchX />} action={<Button onClick={clear}>Clear Filters</Button>}>
        No promotion matches {description}.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<TicketPercent />} action={<CreatePromotionButton label="Create Your First Promotion" />}>
      <span className="mb-1 block font-semibold text-ink">No promotions yet</span>
      Codes that customers type and discounts that apply by themselves appear here, with how often orders used them.
    </EmptyState>
  )
}
