import { cx } from 'class-variance-authority'
import Upload from 'lucide-react/icons/upload'
import { type DragEvent, useId, useState } from 'react'

type FilePickerProps = {
  label: string
  hint: string
  /** File extensions for the file dialog, such as ".csv,.txt". Dropped files are not filtered. */
  accept: string
  onPick: (files: readonly File[]) => void
  /** Why no file can be chosen now; null when it can. */
  blockedReason?: string | null
}

/** A drop zone that also opens the file dialog: a transparent file input covers it. */
export function FilePicker({ label, hint, accept, onPick, blockedReason = null }: FilePickerProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const isBlocked = blockedReason !== null

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    onPick([...event.dataTransfer.files])
  }

  return (
    <div className={cx(dropZoneStyles, isOver && dragOverStyles, !isBlocked && 'hover:bg-hover')}>
      <Upload aria-hidden className={cx('size-5', isBlocked ? 'text-muted' : 'text-accent')} />
      <label htmlFor={id} className={cx('font-medium', isBlocked && 'text-muted')}>
        {label}
      </label>
      <p id={`${id}-hint`} className="max-w-prose text-sm text-balance text-muted">
        {blockedReason ?? hint}
      </p>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isBlocked}
        aria-describedby={`${id}-hint`}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          // Otherwise choosing the same file again, after it was corrected, fires no change event.
          target.value = ''
        }}
      />
    </div>
  )
}

const dropZoneStyles = cx(
  'relative grid justify-items-center gap-1.5 rounded-lg border border-dashed border-line-strong px-4 py-6 text-center transition-colors',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
)
const dragOverStyles = 'border-solid border-accent bg-accent-soft'
