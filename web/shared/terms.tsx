import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** The words of the trade that a new seller has to know, as the help page and the tooltips explain them. */
export const terms = {
  sellable: {
    name: t('Sellable'),
    meaning: t(
      'What your shops can sell: the last count, minus units held for orders, minus the safety buffer. Never less than 0.',
    ),
  },
  held: {
    name: t('Held'),
    meaning: t(
      'Units set aside for orders that Amazon’s count doesn’t include yet, so no one else can buy them. They are released at the next count after Amazon accepts the order.',
    ),
  },
  buffer: {
    name: t('Safety buffer'),
    meaning: t(
      'Units held back in every shop so two customers can’t buy the last one at the same time. The largest buffer applies: the company’s, the SKU’s or the channel’s.',
    ),
  },
  mcf: {
    name: 'Multi-Channel Fulfillment (MCF)',
    meaning: t(
      'Amazon’s service that ships orders from your other shops using your stock in its warehouses. You see the fee for each order before you send it.',
    ),
  },
} as const

export type TermName = keyof typeof terms

type TermProps = { name: TermName; children: string }

/** A word with its meaning in a tooltip, which a click or tap opens too. */
export function Term({ name, children }: TermProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Tooltip content={terms[name].meaning} open={isOpen} onOpenChange={setIsOpen}>
      <button
        type="button"
        onClick={(event) => {
          event.preventDefault()
          setIsOpen(true)
        }}
        className="cursor-help text-left underline decoration-line-strong decoration-dotted underline-offset-4"
      >
        {children}
      </button>
    </Tooltip>
  )
}
