import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'

export function SyncSketch() {
  return (
    <div className="grid gap-3 rounded-lg border bg-sunken p-4 text-sm sm:grid-cols-2">
      <Lane
        heading="From Amazon"
        icon={<ArrowRight aria-hidden />}
        goods={['Available', 'Reserved', 'Inbound', 'Product data']}
      />
      <Lane
        heading="To Amazon"
        icon={<ArrowLeft aria-hidden />}
        goods={['New products', 'Own quantities', 'Orders to ship']}
      />
    </div>
  )
}

function Lane({ heading, icon, goods }: { heading: string; icon: ReactNode; goods: readonly string[] }) {
  return (
    <div>
      <p className="flex items-center gap-2 font-medium [&_svg]:size-4 [&_svg]:text-accent">
        {icon}
        {heading}
      </p>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {goods.map((good) => (
          <li key={good} className="rounded-sm border bg-raised px-2 py-0.5 text-muted">
            {good}
          </li>
        ))}
      </ul>
    </div>
  )
}
