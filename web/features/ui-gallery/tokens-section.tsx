import { GallerySection } from './gallery-section.tsx'

const swatches = [
  'bg-surface',
  'bg-raised',
  'bg-sunken',
  'bg-hover',
  'bg-line',
  'bg-line-strong',
  'bg-ink',
  'bg-muted',
  'bg-accent',
  'bg-accent-soft',
  'bg-success',
  'bg-success-soft',
  'bg-warning',
  'bg-warning-soft',
  'bg-danger',
  'bg-danger-soft',
  'bg-info',
  'bg-info-soft',
] as const

const sizes = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl'] as const

export function TokensSection() {
  return (
    <GallerySection title="Tokens">
      <ul className="grid w-full grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
        {swatches.map((swatch) => (
          <li key={swatch} className="text-xs text-muted">
            <div className={`mb-1 h-10 rounded-md border ${swatch}`} />
            {swatch.slice(3)}
          </li>
        ))}
      </ul>
      <div className="grid w-full gap-2">
        {sizes.map((size) => (
          <p key={size} className={size}>
            In step, 0123456789 <span className="text-sm text-muted">{size.slice(5)}</span>
          </p>
        ))}
      </div>
    </GallerySection>
  )
}
