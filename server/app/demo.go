package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"jezero/connectors/all"
	"jezero/connectors/device/client"
	"jezero/corpus"
	"jezero/server"
	"jezero/server/config"
	"jezero/server/ingest"
)

// DemoOptions says how the demonstration runs.
type DemoOptions struct {
	Dir      string // where the library is kept; "" is a temporary folder that is removed
	Listen   string // loopback address; "" is a free port of 127.0.0.1
	Progress func(ingest.Event)
	Logger   *slog.Logger // of the server
}

// Demo is a demonstration under way: a library of the sample sessions, served
// on loopback by the same parts that serve a real one.
type Demo struct {
	*Library
	Dir     string
	KeyFile string
	URL     string
	Kept    bool // Dir was named, and stays
	Runs    []server.Run
	Sources []server.SourceInfo
	Took    time.Duration // reading, redacting and storing

	served chan error
	stop   context.CancelFunc
}

// StartDemo writes the sample sessions, reads them through the connectors and
// the pipeline into a library, and serves it until ctx ends or Close. Sample
// files count as quiet whatever their age.
func StartDemo(ctx context.Context, o DemoOptions, env Environment) (*Demo, error) {
	d := &Demo{Dir: o.Dir, Kept: o.Dir != ""}
	if err := d.start(ctx, o, env); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func (d *Demo) start(ctx context.Context, o DemoOptions, env Environment) (err error) {
	if d.Kept {
		if d.Dir, err = filepath.Abs(filepath.Join(orDot(env.Dir, o.Dir), o.Dir)); err != nil {
			return err
		}
	} else if d.Dir, err = os.MkdirTemp("", "jezero-demo-"); err != nil {
		return fmt.Errorf("making a temporary folder: %w", err)
	}
	d.KeyFile = filepath.Join(d.Dir, KeyFileName)
	ln, err := d.prepare(ctx, o.Listen, env)
	if err != nil {
		return err
	}
	start := time.Now()
	d.Runs, err = d.Run(ctx, RunOptions{Quiet: true, Progress: o.Progress})
	d.Took = time.Since(start)
	if err != nil {
		ln.Close()
		return err
	}
	s, err := d.NewServer(ln, o.Logger)
	if err != nil {
		return err
	}
	d.URL = s.URL
	serveCtx, stop := context.WithCancel(ctx)
	d.stop, d.served = stop, make(chan error, 1)
	go func() { d.served <- s.Serve(serveCtx) }()
	r, err := d.Reader()
	if err != nil {
		return err
	}
	defer r.Close()
	d.Sources, err = r.Sources(ctx, Everything)
	return err
}

// prepare writes the samples and the configuration, and takes the address. A
// kept folder keeps its address too: its key belongs to it.
func (d *Demo) prepare(ctx context.Context, listen string, env Environment) (net.Listener, error) {
	samples := filepath.Join(d.Dir, "samples")
	path := filepath.Join(d.Dir, config.FileName)
	if !exists(path) {
		if err := mayBecomeDemo(d.Dir); err != nil {
			return nil, err
		}
		if err := corpus.ExtractSessions(samples); err != nil {
			return nil, fmt.Errorf("writing the sample sessions: %w", err)
		}
		ln, err := listenLoopback(ctx, listen)
		if err != nil {
			return nil, err
		}
		var stores []Store
		for _, a := range all.Agents() {
			if root := filepath.Join(samples, a.ID()); exists(root) {
				stores = append(stores, Store{Agent: a.ID(), Root: root, Found: true})
			}
		}
		port := ln.Addr().(*net.TCPAddr).Port
		if _, err := setup(d.Dir, stores, "demo", port); err != nil {
			ln.Close()
			return nil, err
		}
		if d.Library, err = Open(path, env); err != nil {
			ln.Close()
			return nil, err
		}
		return ln, nil
	}
	var err error
	if d.Library, err = Open(path, env); err != nil {
		return nil, err
	}
	for _, c := range d.Config.Connectors {
		if !inside(samples, c.Root) {
			return nil, notDemo(d.Dir)
		}
	}
	if err := corpus.ExtractSessions(samples); err != nil {
		return nil, fmt.Errorf("writing the sample sessions: %w", err)
	}
	if listen != "" && listen != net.JoinHostPort(d.Config.Server.Host, strconv.Itoa(d.Config.Server.Port)) {
		return nil, fmt.Errorf("%s has a demo already, whose key belongs to port %d: leave --listen out, or name another --dir", d.Dir, d.Config.Server.Port)
	}
	return d.Listen(ctx)
}

func notDemo(dir string) error {
	return fmt.Errorf("%s holds other things than a demo of before: name an empty folder, or one that does not exist yet", dir)
}

// mayBecomeDemo refuses a folder in use. What a demo leaves that was interrupted
// before it had a key is a demo's own.
func mayBecomeDemo(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("--dir wants a folder: %w", err)
	}
	for _, e := range entries {
		if e.Name() != "samples" {
			return notDemo(dir)
		}
	}
	samples, err := os.ReadDir(filepath.Join(dir, "samples"))
	if err != nil && len(entries) > 0 {
		return notDemo(dir)
	}
	for _, s := range samples {
		if _, ok := all.Agent(s.Name()); !ok {
			return notDemo(dir)
		}
	}
	return nil
}

// listenLoopback takes an address that only this computer can reach.
func listenLoopback(ctx context.Context, addr string) (net.Listener, error) {
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil || host != "127.0.0.1" && host != "localhost" && host != "" {
		return nil, fmt.Errorf("--listen wants 127.0.0.1:PORT: a demo is for this computer only")
	}
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		return nil, fmt.Errorf("cannot listen on 127.0.0.1:%s: is another program there? leave --listen out for a free port (%w)", port, err)
	}
	return ln, nil
}

// Client returns a client of the demo's own server, with the key it minted.
func (d *Demo) Client() (*client.Client, error) {
	c, err := client.LoadKeyFile(d.KeyFile, d.URL)
	if err != nil {
		return nil, err
	}
	return client.New(c, 0)
}

// Wait returns when the server has stopped.
func (d *Demo) Wait() error {
	err := <-d.served
	d.served <- err // for Close
	return err
}

// Close stops serving and removes a temporary folder with all that is in it.
func (d *Demo) Close() error {
	if d.stop != nil {
		d.stop()
		<-d.served
		d.stop = nil
	}
	if d.Kept || d.Dir == "" {
		return nil
	}
	return os.RemoveAll(d.Dir)
}
