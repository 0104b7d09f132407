package scan

// Commands remembers the words and the ends of commands, apart for the last few
// programs: those of several may stand within one another.
type Commands struct {
	programs [mostPrograms]program
	words    [mostPrograms]Words
	ends     [mostPrograms]Ends
	used     [mostPrograms]int // when
	turn     int
	begun    int
}

const mostPrograms = 8

// Begun is how many commands were read: what one tells depends on those before.
func (c *Commands) Begun() int { return c.begun }

// State is Words.State for a command of the program, which is at.
func (c *Commands) State(name []byte, at int) uint64 {
	for k := range c.programs {
		if p := &c.programs[k]; string(p.name[:p.n]) == string(name) && p.n > 0 {
			return c.words[k].State(at)
		}
	}
	return 0
}

// Reset forgets everything.
func (c *Commands) Reset() {
	for k := range c.programs {
		c.programs[k].n, c.used[k] = 0, 0
	}
}

// of is the place of a program; that of the one that was not used for longest makes
// room for a new one.
func (c *Commands) of(name []byte) int {
	c.turn++
	oldest := 0
	for k := range c.programs {
		if p := &c.programs[k]; p.n > 0 && string(p.name[:p.n]) == string(name) {
			c.used[k] = c.turn
			return k
		}
		if c.used[k] < c.used[oldest] {
			oldest = k
		}
	}
	c.programs[oldest].is(name)
	c.used[oldest] = c.turn
	c.words[oldest].program.n, c.ends[oldest].program.n = 0, 0
	return oldest
}

// Words are the words of commands of the program, those of one that begins next.
func (v *View) Words(name []byte) *Words {
	if v.Walked == nil {
		w := &Words{}
		w.Begin(name)
		return w
	}
	c := &v.Walked.Commands
	c.begun++
	w := &c.words[c.of(name)]
	w.Begin(name)
	return w
}

// Ends is where commands of the program end; nil where nothing is remembered.
func (v *View) Ends(name []byte) *Ends {
	if v.Walked == nil {
		return nil
	}
	c := &v.Walked.Commands
	return &c.ends[c.of(name)]
}
