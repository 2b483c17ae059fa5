import ArrowUp from 'lucide-react/icons/arrow-up'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { Button } from '#web/ui/button.tsx'
import { maxArrivals } from './order-pages.ts'

type ArrivalsChipProps = { count: number; isPending: boolean; onShow: () => void }

/** Tells of orders that came in. It lies above the list, which doesn't move until somebody asks for them. */
export function ArrivalsChip({ count, isPending, onShow }: ArrivalsChipProps) {
  return (
    <output className="pointer-events-none sticky top-16 z-20 flex h-0 justify-center md:top-4">
      {count > 0 && (
        <Button
          variant="primary"
          size="small"
          isPending={isPending}
          onClick={onShow}
          className="pointer-events-auto animate-pop self-start"
        >
          <ArrowUp aria-hidden />
          {count < maxArrivals ? formatCount(count, 'new order') : `${formatNumber(maxArrivals)}+ new orders`}
        </Button>
      )}
    </output>
  )
}
