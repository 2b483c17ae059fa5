import { cx } from 'class-variance-authority'

const headings = ['SKU', 'Title', 'Price', 'Quantity'] as const

const rows = [
  { sku: 'TEE-S', title: 'Tee, small', price: '19.00', quantity: '64', isModified: false },
  { sku: 'TEE-M', title: 'Tee, medium', price: '21.00', quantity: '58', isModified: true },
  { sku: 'TEE-L', title: 'Tee, large', price: '19.00', quantity: '48', isModified: false },
  { sku: 'TEE-XL', title: 'Tee, extra large', price: '19.00', quantity: '31', isModified: false },
] as const

/** A drawing of the sheet, not a table to read: it says nothing that the card's text leaves out. */
export function SheetSketch() {
  return (
    <div aria-hidden className="overflow-hidden rounded-lg border text-sm">
      <div className="grid grid-cols-[1fr_1.6fr_1fr_1fr] border-b bg-sunken text-xs font-medium text-muted">
        {headings.map((heading) => (
          <span key={heading} className="px-3 py-1.5 not-first:border-l">
            {heading}
          </span>
        ))}
      </div>
      {rows.map((row) => (
        <div key={row.sku} className="grid grid-cols-[1fr_1.6fr_1fr_1fr] not-last:border-b">
          <span className="truncate px-3 py-1.5 font-mono">{row.sku}</span>
          <span className="truncate border-l px-3 py-1.5">{row.title}</span>
          <span
            className={cx(
              'border-l px-3 py-1.5 text-right',
              row.isModified && 'bg-accent-soft font-semibold text-accent ring-2 ring-accent ring-inset',
            )}
          >
            {row.price}
          </span>
          <span className="border-l px-3 py-1.5 text-right">{row.quantity}</span>
        </div>
      ))}
    </div>
  )
}
