package engine
import ("testing";"fmt";"os";"sort";"jezero/redact/rules";"jezero/redact/internal/prefilter")
func TestHot(t *testing.T){
 e,err:=New(Config{Rules:rules.All()}); if err!=nil{t.Fatal(err)}
 for _,f:=range []string{"/tmp/e-transcript.txt","/tmp/e-source.txt"}{
 src,_:=os.ReadFile(f)
 n:=map[int]int{}
 hits:=make([]prefilter.Hit,0,128)
 for p:=0;p<len(src);{ hits,p=e.set.Scan(src,p,len(src),hits[:0]); for _,h:=range hits{n[h.Lit]++} }
 type kv struct{k,v int}; var kvs []kv; tot:=0
 for k,v:=range n{kvs=append(kvs,kv{k,v});tot+=v}
 sort.Slice(kvs,func(i,j int)bool{return kvs[i].v>kvs[j].v})
 fmt.Println(f,len(src),"total",tot, "per KB",float64(tot)*1024/float64(len(src)), "lits",len(e.lits))
 fmt.Println(e.set.Density())
 for i:=0;i<40&&i<len(kvs);i++{ t:=e.lits[kvs[i].k]; id:=""; if len(t.shapes)>0{id=t.shapes[0].rule.ID}; fmt.Printf("%d %q shapes %d near %d det %d %s\n",kvs[i].v,e.set.Text(kvs[i].k),len(t.shapes),len(t.nearest),len(t.detect),id)}
 }
}
