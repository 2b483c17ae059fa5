import { cx } from 'class-variance-authority'
import Search from 'lucide-react/icons/search'
import { Input } from '#web/ui/field.tsx'

type SearchBoxProps = {
  label: string
  placeholder?: string
  text: string
  onTextChange: (text: string) => void
  className?: string
}

export function SearchBox({ label, placeholder = label, text, onTextChange, className }: SearchBoxProps) {
  return (
    <div className={cx('relative w-full', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        className="pl-9"
      />
    </div>
  )
}
