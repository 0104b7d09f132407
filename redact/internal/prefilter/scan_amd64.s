//go:build !purego

#include "textflag.h"

// The layout of kernel and candidates is in fast_amd64.go and blocks.go.
#define MASKS 0
#define PAIRS 256
#define TOKEN 384
#define BITS 448
#define INDEXLOW 480
#define INDEXHIGH 512
#define FOLD 544
#define NIBBLE 576
#define PLAIN 608

#define HASHED 16
#define STRONGMASKS 1024
#define WEAKMASKS 1160
#define NOTPAIRS 1432
#define STOPS 1704
#define FOUND 1976
#define STRONG 6072
#define WEAK 10184

// Nodes have 32 bytes each.
#define NODEMASK 8
#define NODERUN 16

// NIBBLES splits the bytes at SI+R9+off and looks both halves up in the masks
// lo and hi; what both have is in Y11.
#define NIBBLES(off, lo, hi) \
	VMOVDQU off(SI)(R9*1), Y10; \
	VPSRLW $4, Y10, Y11;       \
	VPAND Y9, Y10, Y10;        \
	VPAND Y9, Y11, Y11;        \
	VPSHUFB Y10, lo, Y10;      \
	VPSHUFB Y11, hi, Y11;      \
	VPAND Y10, Y11, Y11

// LOOKUP puts the two bytes of the filter at the index in the low word of AX
// into word k of x, and the next index into AX.
#define LOOKUP(k, x) \
	MOVWLZX AX, BX; \
	VPINSRW $k, (R12)(BX*1), x, x; \
	SHRQ $16, AX

// LOOKUP8 fills x from the eight indices at off(R13). Its beginning depends on
// no x of before.
#define LOOKUP8(off, x) \
	MOVQ off(R13), AX;   \
	MOVWLZX AX, BX;      \
	VMOVD (R12)(BX*1), x; \
	SHRQ $16, AX;        \
	LOOKUP(1, x);        \
	LOOKUP(2, x);        \
	VPINSRW $3, (R12)(AX*1), x, x; \
	MOVQ off+8(R13), AX; \
	LOOKUP(4, x);        \
	LOOKUP(5, x);        \
	LOOKUP(6, x);        \
	VPINSRW $7, (R12)(AX*1), x, x

// NEXT writes the even position of the lowest bit of AX, from R9 on, to dst of the
// list, and takes the bit away.
#define NEXT(dst) \
	TZCNTQ AX, R10;          \
	LEAQ (R9)(R10*2), R10;   \
	MOVW R10, dst;           \
	BLSRQ AX, AX

// WIDEN adds to each bit of AX those up to n behind it. What is far behind gets
// before the first, and is not looked at.
#define WIDEN(n) \
	RORXQ $n, AX, BX; \
	ORQ BX, AX

// func scanAVX2(p *byte, n int, k *kernel, table *grams, c *candidates) (consumed, strongs, weaks int)
TEXT ·scanAVX2(SB), NOSPLIT, $0-64
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ k+16(FP), DX
	MOVQ table+24(FP), R12
	MOVQ c+32(FP), R14
	VMOVDQU NIBBLE(DX), Y9
	SUBQ $40, CX
	JL none
	MOVQ R14, R15
	MOVQ R14, DI
	XORQ R9, R9

	// First the hashes of some blocks: their way from the vectors to the addresses
	// is so long that one block's could not hide that of the next.
some:
	MOVQ R9, R8
	LEAQ (32*(HASHED-1))(R9), R10
	CMPQ R10, CX
	CMOVQGT CX, R10
	MOVQ R15, R13
	VMOVDQU BITS(DX), Y8
	VMOVDQU FOLD(DX), Y0
	VMOVDQU INDEXLOW(DX), Y1
	VMOVDQU INDEXHIGH(DX), Y2

hash:
	// The words at even positions, folded; the hash of four bytes, and the bits that
	// must be set.
	VPAND (SI)(R9*1), Y0, Y10
	VPAND 2(SI)(R9*1), Y0, Y11
	VPSHUFB Y10, Y8, Y12
	VPMULLW Y1, Y10, Y10
	VPMULLW Y2, Y11, Y11
	VPADDW Y11, Y10, Y10
	VMOVDQU Y10, (R13)
	VMOVDQU Y12, 32(R13)
	ADDQ $64, R13
	ADDQ $32, R9
	CMPQ R9, R10
	JLE hash

	VMOVDQU PAIRS+0(DX), Y0
	VMOVDQU PAIRS+32(DX), Y1
	VMOVDQU PAIRS+64(DX), Y2
	VMOVDQU PAIRS+96(DX), Y3
	VMOVDQU TOKEN+0(DX), Y4
	VMOVDQU TOKEN+32(DX), Y5
	VPXOR Y8, Y8, Y8
	MOVQ R15, R13
	MOVQ R8, R9

loop:
	PREFETCHT0 1024(SI)(R9*1) // what is hashed soon

	// Two bytes of weak windows, and which bytes end a token.
	NIBBLES(-1, Y0, Y1)
	VMOVDQA Y11, Y12
	VMOVDQU (SI)(R9*1), Y10
	VPSRLW $4, Y10, Y11
	VPAND Y9, Y10, Y10
	VPAND Y9, Y11, Y11
	VPSHUFB Y10, Y4, Y6
	VPSHUFB Y11, Y5, Y7
	VPAND Y6, Y7, Y6
	VPSHUFB Y10, Y2, Y10
	VPSHUFB Y11, Y3, Y11
	VPAND Y10, Y11, Y11
	VPAND Y11, Y12, Y12
	VPCMPEQB Y8, Y12, Y12
	VPCMPEQB Y8, Y6, Y6
	VPMOVMSKB Y12, AX
	VPMOVMSKB Y6, BX
	MOVL AX, NOTPAIRS(DI)
	MOVL BX, STOPS(DI)

	LOOKUP8(0, X13)
	LOOKUP8(16, X14)
	VMOVDQU 32(R13), X12
	VMOVDQU 48(R13), X15
	VPAND X12, X13, X13
	VPAND X15, X14, X14
	VPCMPEQW X12, X13, X13
	VPCMPEQW X15, X14, X14
	VPACKSSWB X14, X13, X13
	VPMOVMSKB X13, AX
	MOVW AX, STRONGMASKS(R14)

	ADDQ $2, R14
	ADDQ $4, DI
	ADDQ $64, R13
	ADDQ $32, R9
	CMPQ R9, R10
	JLE loop
	CMPQ R9, CX
	JLE some
	CMPQ PLAIN(DX), $0
	JNE plain

plainDone:
	VZEROUPPER
	MOVQ R9, CX
	MOVQ R9, consumed+40(FP)

	// The lists. How many candidates some positions have is too random to be
	// predicted, so that as many as they usually have are always written down.
	MOVQ $0, STRONGMASKS(R14)
	MOVQ c+32(FP), R14
	MOVQ $0, STOPS(DI)
	LEAQ STRONGMASKS(R14), R13
	LEAQ FOUND(R14), DI
	XORQ R9, R9

strong:
	MOVQ (R13), AX
	POPCNTQ AX, BX
	NEXT((DI))
	NEXT(2(DI))
	NEXT(4(DI))
	NEXT(6(DI))
	CMPQ BX, $4
	JHI manyStrong

strongDone:
	LEAQ (DI)(BX*2), DI
	ADDQ $8, R13
	SUBQ $-128, R9
	CMPQ R9, CX
	JLT strong

	LEAQ FOUND(R14), R13
	SUBQ R13, DI
	SHRQ $1, DI
	MOVQ DI, strongs+48(FP)
	MOVQ R14, R13
	LEAQ WEAK(R14), DI
	XORQ R9, R9

weak:
	// No byte from the third of the window to the tenth may end a token.
	MOVQ STOPS(R13), AX
	SHRQ $1, AX
	WIDEN(1)
	WIDEN(2)
	WIDEN(4)
	ORL NOTPAIRS(R13), AX
	NOTL AX
	ORL WEAKMASKS(R13), AX
	JNE nextWeak

weakDone:
	ADDQ $4, R13
	ADDQ $32, R9
	CMPQ R9, CX
	JLT weak

	LEAQ WEAK(R14), R13
	SUBQ R13, DI
	SHRQ $1, DI
	MOVQ DI, weaks+56(FP)
	RET

manyStrong:
	LEAQ 8(DI), R11

nextStrong:
	NEXT((R11))
	LEAQ 2(R11), R11
	JNE nextStrong
	JMP strongDone

nextWeak:
	TZCNTQ AX, R10
	ADDL R9, R10
	MOVW R10, (DI)
	ADDQ $2, DI
	BLSRQ AX, AX
	JNE nextWeak
	JMP weakDone

	// Weak windows by all four bytes.
plain:
	VMOVDQU MASKS+0(DX), Y0
	VMOVDQU MASKS+32(DX), Y1
	VMOVDQU MASKS+64(DX), Y2
	VMOVDQU MASKS+96(DX), Y3
	VMOVDQU MASKS+128(DX), Y4
	VMOVDQU MASKS+160(DX), Y5
	VMOVDQU MASKS+192(DX), Y6
	VMOVDQU MASKS+224(DX), Y7
	MOVQ c+32(FP), R13
	XORQ R9, R9

plainLoop:
	NIBBLES(-1, Y0, Y1)
	VMOVDQA Y11, Y12
	NIBBLES(0, Y2, Y3)
	VPAND Y11, Y12, Y12
	NIBBLES(1, Y4, Y5)
	VPAND Y11, Y12, Y12
	NIBBLES(2, Y6, Y7)
	VPAND Y11, Y12, Y12
	VPCMPEQB Y8, Y12, Y12
	VPMOVMSKB Y12, AX
	NOTL AX
	MOVL AX, WEAKMASKS(R13)
	ADDQ $4, R13
	ADDQ $32, R9
	CMPQ R9, CX
	JLE plainLoop
	JMP plainDone

none:
	VZEROUPPER
	MOVQ $0, consumed+40(FP)
	MOVQ $0, strongs+48(FP)
	MOVQ $0, weaks+56(FP)
	RET

// func siftAVX2(src *byte, head *[1 << headBits]uint16, nodes *node, c *candidates, n int) (found int)
TEXT ·siftAVX2(SB), NOSPLIT, $0-48
	MOVQ src+0(FP), SI
	MOVQ head+8(FP), DX
	MOVQ nodes+16(FP), R8
	MOVQ c+24(FP), R14
	MOVQ n+32(FP), CX
	LEAQ FOUND(R14), R9
	LEAQ (R9)(CX*2), CX
	LEAQ STRONG(R14), DI
	JMP siftTest

sift:
	MOVWLZX (R9), R10
	MOVQ (SI)(R10*1), R11
	MOVQ R11, R12
	SHRQ $16, R12
	ANDL $0x5f5f5f5f, R12
	IMUL3L $0x9E3779B1, R12, R12
	SHRL $15, R12
	MOVWLZX (DX)(R12*2), R12
	MOVL R10, AX
	SHRL $3, AX
	MOVQ STOPS(R14)(AX*1), AX
	MOVL R10, BX
	ANDL $7, BX
	SHRXQ BX, AX, AX // what ends a token, from the four bytes on
	SHLL $16, R10
	ORL R12, R10
	MOVL R10, (DI)
	SHLQ $5, R12
	ANDQ NODERUN(R8)(R12*1), AX
	ANDQ NODEMASK(R8)(R12*1), R11
	XORQ (R8)(R12*1), R11
	XORL BX, BX
	ORQ AX, R11
	SETEQ BX
	LEAQ (DI)(BX*4), DI
	ADDQ $2, R9

siftTest:
	CMPQ R9, CX
	JLT sift
	LEAQ STRONG(R14), R9
	SUBQ R9, DI
	SHRQ $2, DI
	MOVQ DI, found+40(FP)
	RET
